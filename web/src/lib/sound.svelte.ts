/** Small sounds, made of nothing but numbers. Silent until the page was touched, and off by a tap. */
import { read, write } from "./storage";

export type SoundName = "die" | "coin" | "block" | "card" | "turn" | "win";
const KEPT = "faubourg.sound";

let on = $state(read(KEPT) !== "off");
let context: AudioContext | null = null;

/** Browsers allow sound only from a gesture on. */
function wake(): void {
  if (!on) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}
addEventListener("pointerdown", wake, { passive: true });
addEventListener("keydown", wake, { passive: true });

export const sound = {
  get on(): boolean {
    return on;
  },
  set on(wanted: boolean) {
    on = wanted;
    write(KEPT, wanted ? "on" : "off");
    if (wanted) wake();
  },
  play(name: SoundName): void {
    if (on && context?.state === "running" && document.visibilityState === "visible") SOUNDS[name](context);
  },
};

type Shape = { at?: number; from: number; to?: number; long: number; loud: number; type?: OscillatorType };

function tone(audio: AudioContext, { at = 0, from, to = from, long, loud, type = "sine" }: Shape): void {
  const begin = audio.currentTime + at;
  const swing = new OscillatorNode(audio, { type, frequency: from });
  swing.frequency.exponentialRampToValueAtTime(to, begin + long);
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + long);
  swing.connect(volume).connect(audio.destination);
  swing.start(begin);
  swing.stop(begin + long);
}

/** A short rustle: noise through a filter. */
function knock(audio: AudioContext, at: number, pitch: number, long: number, loud: number): void {
  const begin = audio.currentTime + at;
  const noise = new AudioBuffer({ length: Math.ceil(audio.sampleRate * long), sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place++) {
    samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length) ** 2;
  }
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.4 });
  source
    .connect(filter)
    .connect(new GainNode(audio, { gain: loud }))
    .connect(audio.destination);
  source.start(begin);
}

const SOUNDS: Record<SoundName, (audio: AudioContext) => void> = {
  die(audio) {
    for (const [place, at] of [0, 0.07, 0.13, 0.22, 0.34].entries()) {
      knock(audio, at, 1700 - place * 120, 0.05, 0.5 - place * 0.06);
    }
  },
  coin(audio) {
    tone(audio, { from: 1319, long: 0.09, loud: 0.07, type: "triangle" });
    tone(audio, { at: 0.07, from: 1976, long: 0.28, loud: 0.07, type: "triangle" });
  },
  block(audio) {
    knock(audio, 0, 420, 0.08, 0.9);
    tone(audio, { from: 190, to: 95, long: 0.14, loud: 0.2 });
  },
  card(audio) {
    knock(audio, 0, 2600, 0.11, 0.22);
  },
  turn(audio) {
    tone(audio, { from: 523, long: 0.22, loud: 0.08 });
    tone(audio, { at: 0.12, from: 784, long: 0.36, loud: 0.08 });
  },
  win(audio) {
    for (const [place, pitch] of [523, 659, 784, 1047, 1319].entries()) {
      tone(audio, { at: place * 0.13, from: pitch, long: 0.5, loud: 0.08, type: "triangle" });
    }
  },
};

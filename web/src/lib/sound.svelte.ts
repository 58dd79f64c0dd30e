/**
 * Sounds, designed with Web Audio and made of nothing but numbers: see `instruments.ts`. Silent until the page was
 * touched, softer or louder by the menu, and off by a tap. Every sound that is heard leaves a mark in the browser's own
 * timeline (`performance.getEntriesByType("mark")`), where tests and developers find it.
 */
import { read, write } from "./storage";
import { type Output, SOUNDS, type SoundName } from "./instruments";

export type { SoundName };
export type Volume = "soft" | "usual" | "loud";
const KEPT = "faubourg.sound";
const VOLUME = "faubourg.volume";
const GAIN: Record<Volume, number> = { soft: 0.35, usual: 0.8, loud: 1.5 };

let on = $state(read(KEPT) !== "off");
let volume = $state<Volume>(firstVolume());
let output: (Output & { audio: AudioContext }) | null = null;

function firstVolume(): Volume {
  const kept = read(VOLUME);
  return kept === "soft" || kept === "loud" ? kept : "usual";
}

/** Browsers allow sound only from a gesture on. */
function wake(): void {
  if (!on) return;
  output ??= made();
  if (output.audio.state === "suspended") void output.audio.resume();
}
addEventListener("pointerdown", wake, { passive: true });
addEventListener("keydown", wake, { passive: true });

/** Everything goes through one volume and a limiter, so that many sounds at once do not hurt. */
function made(): Output & { audio: AudioContext } {
  const audio = new AudioContext();
  const into = new GainNode(audio, { gain: GAIN[volume] });
  const limiter = new DynamicsCompressorNode(audio, {
    threshold: -12,
    ratio: 6,
    attack: 0.002,
    release: 0.12,
  });
  into.connect(limiter).connect(audio.destination);
  return { audio, into };
}

export const sound = {
  get on(): boolean {
    return on;
  },
  set on(wanted: boolean) {
    on = wanted;
    write(KEPT, wanted ? "on" : "off");
    if (wanted) wake();
  },
  get volume(): Volume {
    return volume;
  },
  set volume(wanted: Volume) {
    volume = wanted;
    write(VOLUME, wanted);
    if (output) output.into.gain.value = GAIN[wanted];
    this.play("coin"); // so loud
  },
  play(name: SoundName): void {
    if (!on || output?.audio.state !== "running" || document.visibilityState !== "visible") return;
    SOUNDS[name](output);
    performance.mark(`sound:${name}`);
  },
};

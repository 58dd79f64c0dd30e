/**
 * The sounds themselves. Wood, coins and bells are modal synthesis: a thing that is struck rings in a few partials, each
 * with its own pitch, loudness and decay. Cards and steps are noise through a moving filter.
 */

/** Where a sound is played. */
export type Output = { audio: BaseAudioContext; into: GainNode };

/** A partial: pitch in Hz, loudness, and seconds until it has died away. */
type Partial = [pitch: number, loud: number, long: number];

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** A second of white noise, made once. */
function noiseOf(audio: BaseAudioContext): AudioBuffer {
  let noise = noises.get(audio);
  if (!noise) {
    noise = new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate });
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
    noises.set(audio, noise);
  }
  return noise;
}

/** A gain that rises within `rise` seconds and dies away within `long`. */
function envelope({ audio, into }: Output, at: number, loud: number, rise: number, long: number): GainNode {
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + rise);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + rise + long);
  volume.connect(into);
  return volume;
}

/** Something is struck: all its partials ring. */
function strike(output: Output, after: number, partials: Partial[], loud = 1, rise = 0.002): void {
  const at = output.audio.currentTime + after;
  for (const [pitch, share, long] of partials) {
    const swing = new OscillatorNode(output.audio, { frequency: pitch });
    swing.connect(envelope(output, at, loud * share, rise, long));
    swing.start(at);
    swing.stop(at + rise + long);
  }
}

type Rustle = {
  at?: number;
  from: number;
  to?: number;
  wide?: number;
  loud: number;
  rise?: number;
  long: number;
};

/** Noise through a filter that moves from one pitch to another. */
function rustle(
  output: Output,
  { at: after = 0, from, to = from, wide = 1, loud, rise = 0.003, long }: Rustle,
): void {
  const at = output.audio.currentTime + after;
  const source = new AudioBufferSourceNode(output.audio, { buffer: noiseOf(output.audio), loop: true });
  const filter = new BiquadFilterNode(output.audio, { type: "bandpass", frequency: from, Q: wide });
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + rise + long);
  source.connect(filter).connect(envelope(output, at, loud, rise, long));
  source.start(at, Math.random() * 0.5);
  source.stop(at + rise + long);
}

/** A piece of wood set down: a click, a short ring, and the table under it. `size` 1 is a block; a die is smaller. */
function wood(output: Output, at: number, size: number, loud: number): void {
  const pitch = 420 / size;
  rustle(output, { at, from: 2600 / size, loud: 0.5 * loud, long: 0.018, wide: 0.8 });
  const ring: Partial[] = [
    [pitch, 0.5, 0.09],
    [pitch * 2.76, 0.3, 0.05],
    [pitch * 5.4, 0.12, 0.025],
    [118, 0.45 * size, 0.12], // the table
  ];
  strike(output, at, ring, loud);
}

/** A warm bar, as of a marimba. */
function bar(output: Output, at: number, pitch: number, loud: number, long = 0.7): void {
  const partials: Partial[] = [
    [pitch, 1, long],
    [pitch * 3.93, 0.22, long * 0.28],
    [pitch * 9.2, 0.05, 0.06],
  ];
  strike(output, at, partials, loud, 0.004);
  rustle(output, { at, from: 900, loud: 0.12 * loud, long: 0.02 });
}

const [C4, E4, G4, A4, C5, D5, E5, G5, C6] = [262, 330, 392, 440, 523, 587, 659, 784, 1047];

/** Every sound of the page, in the order of how often it is heard. */
export const SOUNDS = {
  /** Dice roll over wood: quick knocks that slow down and grow quieter, none like another. */
  die(output: Output) {
    let at = 0;
    for (let knock = 0; knock < 7; knock++) {
      wood(output, at, 0.42 + 0.16 * Math.random(), 0.42 - knock * 0.045);
      at += 0.045 + knock * 0.012 + 0.02 * Math.random();
    }
  },
  /** Two coins meet: partials that are no chord, the higher the shorter. */
  coin(output: Output) {
    for (const [at, pitch] of [
      [0, 2093],
      [0.075, 2489],
    ] as const) {
      const partials: Partial[] = [
        [pitch, 0.5, 0.32],
        [pitch * 1.41, 0.3, 0.22],
        [pitch * 2.11, 0.18, 0.12],
        [pitch * 2.83, 0.1, 0.07],
      ];
      strike(output, at, partials, 0.13);
      rustle(output, { at, from: 6500, loud: 0.06, long: 0.012 });
    }
  },
  /** A card slides over felt and lies. */
  card(output: Output) {
    rustle(output, { from: 1400, to: 4200, wide: 0.7, loud: 0.22, rise: 0.05, long: 0.09 });
    rustle(output, { at: 0.13, from: 700, loud: 0.22, long: 0.03 });
  },
  /** A tile of thick card is laid on the table. */
  tile(output: Output) {
    rustle(output, { from: 1200, loud: 0.4, long: 0.025, wide: 0.7 });
    const slab: Partial[] = [
      [170, 0.7, 0.14],
      [96, 0.6, 0.16],
      [640, 0.12, 0.04],
    ];
    strike(output, 0, slab, 0.5);
  },
  /** A wooden block on another. */
  block(output: Output) {
    wood(output, 0, 1, 0.5);
    wood(output, 0.055, 0.9, 0.16);
  },
  /** Somebody steps to a place, or chooses: a soft tap. */
  step(output: Output) {
    strike(output, 0, [[A4, 0.5, 0.09], [A4 * 2, 0.14, 0.05]], 0.22, 0.006); // prettier-ignore
  },
  /** A house falls: blocks tumble. */
  crash(output: Output) {
    for (const at of [0, 0.06, 0.11, 0.19, 0.24, 0.36, 0.5])
      wood(output, at, 0.7 + Math.random() * 0.6, 0.4 - at * 0.4);
    rustle(output, { from: 500, to: 160, loud: 0.2, rise: 0.02, long: 0.5, wide: 0.5 });
  },
  /** It is your turn: two bars, upwards. */
  turn(output: Output) {
    bar(output, 0, G4, 0.2, 0.4);
    bar(output, 0.13, C5, 0.22, 0.7);
  },
  /** Something was reached: a house finished, an objective, a landmark. */
  done(output: Output) {
    for (const [place, pitch] of [C5, E5, G5].entries()) bar(output, place * 0.075, pitch, 0.18, 0.5);
  },
  /** Won: a run upwards into a chord. */
  win(output: Output) {
    for (const [place, pitch] of [C4, E4, G4, C5, E5, G5].entries())
      bar(output, place * 0.1, pitch, 0.2, 0.7);
    for (const pitch of [C5, E5, G5, C6]) bar(output, 0.68, pitch, 0.13, 1.4);
  },
  /** Lost: three bars downwards, gently. */
  lose(output: Output) {
    for (const [place, pitch] of [D5, A4, E4].entries()) bar(output, place * 0.22, pitch, 0.16, 0.9);
  },
};
export type SoundName = keyof typeof SOUNDS;

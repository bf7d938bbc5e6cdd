/**
 * What the small sounds are made of (`sound.js`); fetched with the first that is wanted, because most players want none.
 */

/** @typedef {{at: number, from: number, to?: number, lasts: number, type?: OscillatorType, loud?: number}} Tone */

const LOUD = 0.12;

/** Knocks that follow each other ever faster, as of something that comes to rest. @param {number} count */
const knocks = (count) =>
  Array.from({ length: count }, (_, n) => ({
    at: 0.34 * (1 - (1 - n / count) ** 2),
    from: 1500 - 90 * n,
    to: 700,
    lasts: 0.03,
    type: /** @type {OscillatorType} */ ("triangle"),
  }));

/** What each is made of; times in seconds, pitches in hertz. @type {Record<string, Tone[]>} */
const SOUNDS = {
  chip: [
    { at: 0, from: 2600, to: 1900, lasts: 0.03, type: "triangle" },
    { at: 0.045, from: 3100, to: 2200, lasts: 0.04, type: "triangle" },
  ],
  card: [{ at: 0, from: 520, to: 160, lasts: 0.07, type: "sawtooth", loud: 0.05 }],
  dice: knocks(5),
  ball: knocks(8),
  win: [{ at: 0, from: 523, lasts: 0.16 }, { at: 0.1, from: 659, lasts: 0.16 }, { at: 0.2, from: 784, lasts: 0.3 }],
  work: [{ at: 0, from: 880, lasts: 0.12 }, { at: 0.16, from: 1175, lasts: 0.2 }],
  loss: [{ at: 0, from: 294, to: 220, lasts: 0.3 }],
};

/** @type {AudioContext|null} */
let context = null;

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {}); // a browser may refuse: play goes on in silence
  for (const tone of SOUNDS[name]) playTone(context, tone);
}

/** One tone, which fades so that it ends without a crack. @param {AudioContext} audio @param {Tone} tone */
function playTone(audio, { at, from, to = from, lasts, type = "sine", loud = LOUD }) {
  const [begins, ends] = [audio.currentTime + at, audio.currentTime + at + lasts];
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, begins);
  gain.gain.exponentialRampToValueAtTime(0.001, ends);
  const tone = new OscillatorNode(audio, { type, frequency: from });
  tone.frequency.setValueAtTime(from, begins);
  tone.frequency.exponentialRampToValueAtTime(to, ends);
  tone.connect(gain).connect(audio.destination);
  tone.start(begins);
  tone.stop(ends);
}

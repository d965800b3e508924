const NOTES_HZ = [659.25, 880];
const NOTE_S = 0.14;
const LOUDNESS = 0.08;

/** Plays two short notes. Browsers stay silent before a person's first click or key, or without a sound device. */
export function playTone(): void {
  try {
    play();
  } catch {
    // AudioContext is missing or refused, or too many pages play already.
  }
}

function play(): void {
  const audio = new AudioContext();
  NOTES_HZ.forEach((frequency, index) => {
    const startS = audio.currentTime + index * NOTE_S;
    const oscillator = new OscillatorNode(audio, { frequency, type: 'sine' });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.linearRampToValueAtTime(LOUDNESS, startS + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, startS + NOTE_S * 1.6);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(startS);
    oscillator.stop(startS + NOTE_S * 2);
  });
  setTimeout(() => void audio.close().catch(() => {}), 1_500); // it may have been closed already
}

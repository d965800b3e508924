import Lenis from 'lenis';

new Lenis({ autoRaf: true });

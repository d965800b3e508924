import { useEffect, useRef } from 'preact/hooks';

const DELAY_MS = 400;
const GAP_PX = 6;
const EDGE_PX = 8;

/** Shows the `data-title` of the element under the mouse. The browser's own tooltips do not follow the theme. */
export function TitleLayer() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = (): void => {
      clearTimeout(timer);
      layer.current?.removeAttribute('data-shown');
    };
    const show = (of: HTMLElement): void => {
      const { current } = layer;
      if (!current || !of.isConnected) return;
      current.textContent = of.dataset['title'] ?? '';
      current.setAttribute('data-shown', '');
      const anchor = of.getBoundingClientRect();
      const { width, height } = current.getBoundingClientRect();
      const below = anchor.bottom + GAP_PX;
      const isBelow = below + height <= innerHeight - EDGE_PX;
      const left = Math.min(anchor.left, innerWidth - width - EDGE_PX);
      current.style.setProperty('left', `${Math.max(EDGE_PX, left)}px`);
      current.style.setProperty('top', `${isBelow ? below : anchor.top - GAP_PX - height}px`);
    };
    const onPointerOver = ({ target, pointerType }: PointerEvent): void => {
      hide();
      const of = target instanceof Element ? target.closest<HTMLElement>('[data-title]') : null;
      if (of && pointerType === 'mouse') timer = setTimeout(show, DELAY_MS, of);
    };
    const watch = new AbortController();
    const options = { signal: watch.signal, capture: true, passive: true };
    addEventListener('pointerover', onPointerOver, options);
    for (const end of ['pointerdown', 'keydown', 'scroll']) addEventListener(end, hide, options);
    return () => {
      watch.abort();
      clearTimeout(timer);
    };
  }, []);
  return <div class="title-layer" ref={layer} aria-hidden="true" />;
}

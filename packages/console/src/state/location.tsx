import { createContext, type ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Where in the console one is. */
export interface Location {
  /** The path and what follows it. */
  url: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** @param isReplacing whether a step back skips the page that is left */
  route(url: string, isReplacing?: boolean): void;
}

const SCOPE = '/console/';

const LocationContext = createContext<Location>({
  url: '',
  path: '',
  query: {},
  route: () => {},
});

export const useLocation = (): Location => useContext(LocationContext);

/** Follows the links of the console, and the browser's steps back and forward. */
export function LocationProvider({ children }: { children: ComponentChildren }) {
  const [url, setUrl] = useState(addressOf(location));
  const isNew = useRef(false);

  const place = useMemo((): Location => {
    const { pathname, searchParams } = new URL(url, location.origin);
    return {
      url,
      path: pathname.replace(/(?<!\/)\/+$/, '') || '/',
      query: Object.fromEntries(searchParams),
      route: (to, isReplacing = false) => {
        history[isReplacing ? 'replaceState' : 'pushState'](null, '', to);
        isNew.current = !isReplacing;
        setUrl(to);
      },
    };
  }, [url]);

  useLayoutEffect(() => {
    const follow = (): void => {
      isNew.current = false;
      setUrl(addressOf(location));
    };
    const click = (event: MouseEvent): void => {
      const link = linkOf(event);
      if (!link) return;
      event.preventDefault();
      place.route(addressOf(link) + link.hash);
    };
    addEventListener('popstate', follow);
    addEventListener('click', click);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener('click', click);
    };
  }, []);

  useLayoutEffect(() => {
    if (isNew.current) scrollTo(0, 0);
  }, [place.path]);

  return <LocationContext.Provider value={place}>{children}</LocationContext.Provider>;
}

const addressOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  pathname + search;

/** The link within the console that a plain click is for. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, button } = event;
  if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return undefined;
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
  const isOurs =
    link?.origin === location.origin &&
    link.pathname.startsWith(SCOPE) &&
    !link.getAttribute('href')?.startsWith('#') &&
    link.target === '' &&
    !link.hasAttribute('download');
  return isOurs ? link : undefined;
}

type Params = Readonly<Record<string, string>>;

const ParamsContext = createContext<Params>({});
export const ParamsProvider = ParamsContext.Provider;

/** The parts of the address that the pattern of the page names. */
export const useParams = (): Params => useContext(ParamsContext);

/**
 * @param pattern such as `/console/callbacks/:event`; a name that ends with `?` may be missing
 * @returns null where the path is another one
 */
export function paramsOf(pattern: string, path: string): Params | null {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  if (parts.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [place, name] of wanted.entries()) {
    const part = parts[place];
    if (!name.startsWith(':')) {
      if (part !== name) return null;
    } else if (part !== undefined) {
      params[name.slice(1).replace('?', '')] = decodeURIComponent(part);
    } else if (!name.endsWith('?')) return null;
  }
  return params;
}

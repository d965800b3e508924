import { createContext, type ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** The address of the current page. */
export interface Location {
  /** Path, query and fragment. */
  url: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** @param isReplacing replaces the current page in the browser's history */
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

/** Handles clicks on links within the console, and the browser's Back and Forward. */
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

/** The link that a plain click follows within the console. */
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

/** The named parts of the page's address. */
export const useParams = (): Params => useContext(ParamsContext);

/**
 * Matches a path with a page's pattern.
 * @param pattern such as `/console/callbacks/:event`; a name that ends with `?` is optional
 * @returns the named parts, or null if the path does not match
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

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * A component whose code is fetched when it is first shown. Until then nothing is shown, and also
 * when it is gone after an upgrade: the next page that is opened loads the tab again.
 */
export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  return function Later(props: Props) {
    const [Loaded, setLoaded] = useState<FunctionComponent<Props> | null>(null);
    useEffect(() => {
      load().then(
        (component) => setLoaded(() => component),
        () => {},
      );
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}

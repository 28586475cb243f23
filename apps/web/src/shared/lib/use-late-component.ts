import { type ComponentType, useEffect, useState } from 'react';
import { toast } from '../ui/toast.ts';

/**
 * A component whose code is fetched once it is needed, or undefined until then. A failure is said in a toast,
 * and the next need tries again.
 *
 * @param load the same function every time
 */
export function useLateComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  needed: boolean,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>();

  useEffect(() => {
    if (needed) {
      load()
        .then((loaded) => setComponent(() => loaded))
        .catch(() => toast.error('Network Error', { description: 'Please check your internet connection.' }));
    }
  }, [load, needed]);

  return component;
}

import type { IsCommonPassword } from '@halyard/contract/password-strength';
import { useEffect, useRef } from 'react';

/** Loads the list of common passwords in the background. The server checks it in any case. */
export function useCommonPasswords(): IsCommonPassword {
  const list = useRef<IsCommonPassword>(() => false);

  useEffect(() => {
    import('@halyard/contract/common-passwords')
      .then(({ isCommonPassword }) => {
        list.current = isCommonPassword;
      })
      .catch(() => undefined);
  }, []);

  return (password) => list.current(password);
}

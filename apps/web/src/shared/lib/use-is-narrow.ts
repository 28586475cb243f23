import { MOBILE_BREAKPOINT_PX } from '@halyard/contract/constants';
import { useMediaQuery } from './use-media-query.ts';

export function useIsNarrow(): boolean {
  return useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);
}

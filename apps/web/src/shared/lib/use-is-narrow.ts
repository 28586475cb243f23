import { MOBILE_BREAKPOINT_PX } from '@halyard/contract/constants';
import { useMediaQuery } from './use-media-query.ts';

/** Whether the window is narrower than the specification's mobile breakpoint, followed live. */
export function useIsNarrow(): boolean {
  return useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);
}

import { NETWORK_ERROR } from '../api/failure-notice.ts';
import { toast } from '../ui/overlay/toast.ts';

/** Shows a toast about a chunk that failed to load. */
export function announceMissingFile(): void {
  const { title, description } = NETWORK_ERROR;
  toast.error(title, { description });
}

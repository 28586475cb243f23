import { NETWORK_ERROR } from '../api/failure-notice.ts';
import { toast } from '../ui/overlay/toast.ts';

/** Says in a toast that a file of the page, fetched late, has not come. */
export function announceMissingFile(): void {
  const { title, description } = NETWORK_ERROR;
  toast.error(title, { description });
}

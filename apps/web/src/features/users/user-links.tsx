import { ORDERS } from '@halyard/contract/runtime-settings';
import type { User } from '@halyard/contract/users';
import { Link } from '@tanstack/react-router';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { RELATED_LINK, RelatedFact } from '../../shared/ui/related-fact.tsx';

/** Nothing on a server that answers only the specification. */
export function UserLinks({ user }: { readonly user: User }) {
  const { screens } = useRuntimeSettings();
  return screens?.includes(ORDERS) ? (
    <RelatedFact>
      <Link to="/merchants" search={{ search: user.email }} className={RELATED_LINK}>
        Merchants
      </Link>
      <Link to="/orders" search={{ userUuid: user.uuid }} className={RELATED_LINK}>
        Orders
      </Link>
      <Link to="/audit-logs" search={{ resourceId: user.uuid }} className={RELATED_LINK}>
        Audit entries
      </Link>
    </RelatedFact>
  ) : null;
}

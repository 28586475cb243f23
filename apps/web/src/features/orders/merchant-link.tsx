import { MERCHANT } from '@halyard/contract/runtime-settings';
import { Link } from '@tanstack/react-router';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';

interface MerchantLinkProps {
  readonly merchant: { readonly uuid: string; readonly name: string };
  readonly className: string;
}

/** Opens the merchant, or searches for its name on a server without details of merchants. */
export function MerchantLink({ merchant: { uuid, name }, className }: MerchantLinkProps) {
  const hasMerchant = useRuntimeSettings().screens?.includes(MERCHANT) ?? false;
  return (
    <Link
      to="/merchants"
      search={hasMerchant ? { merchant: uuid } : { search: name || undefined }}
      className={className}
    >
      <bdi translate="no" title={name}>
        {name || uuid}
      </bdi>
    </Link>
  );
}

import { RemovableFilter } from '../../shared/ui/list/removable-filter.tsx';

/** Records that a link may limit a list to. */
export interface OwnerFilters {
  readonly orderUuid?: string | undefined;
  readonly merchantUuid?: string | undefined;
  /** Owner of the merchant. */
  readonly userUuid?: string | undefined;
  readonly walletId?: string | undefined;
}

interface OwnerFilter {
  readonly key: keyof OwnerFilters;
  readonly name: string;
  readonly value: string;
}

/** Returns the records that a list is limited to, with their names if known. */
export function ownersOf(
  { orderUuid, merchantUuid, userUuid, walletId }: OwnerFilters,
  names: { readonly order?: string | null; readonly merchant?: string; readonly user?: string },
): readonly OwnerFilter[] {
  const owners: readonly (OwnerFilter | undefined)[] = [
    orderUuid === undefined
      ? undefined
      : { key: 'orderUuid', name: 'Order', value: names.order || orderUuid },
    merchantUuid === undefined
      ? undefined
      : { key: 'merchantUuid', name: 'Merchant', value: names.merchant || merchantUuid },
    userUuid === undefined ? undefined : { key: 'userUuid', name: 'User', value: names.user || userUuid },
    walletId === undefined ? undefined : { key: 'walletId', name: 'Wallet', value: walletId },
  ];
  return owners.filter((owner) => owner !== undefined);
}

interface OwnerFilterButtonsProps {
  readonly owners: readonly OwnerFilter[];
  readonly onRemove: (filter: OwnerFilters) => void;
}

export function OwnerFilterButtons({ owners, onRemove }: OwnerFilterButtonsProps) {
  return owners.map(({ key, name, value }) => (
    <RemovableFilter key={key} name={name} value={value} onRemove={() => onRemove({ [key]: undefined })} />
  ));
}

/** Returns the owners by name, for `PrintedFilters`. */
export function printedOwners(owners: readonly OwnerFilter[]): Readonly<Record<string, string>> {
  return Object.fromEntries(owners.map(({ name, value }) => [name, value]));
}

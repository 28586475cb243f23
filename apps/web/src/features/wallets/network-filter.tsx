import { NETWORK_NAMES, NETWORKS, type Network } from '@halyard/contract/networks';
import { networkOf } from '../../domain/network/network.ts';
import { SelectField } from '../../shared/ui/field/select-field.tsx';

const OPTIONS = [
  { value: '', label: 'All Networks' },
  ...NETWORKS.map((network) => ({ value: network, label: NETWORK_NAMES[network] })),
];

interface NetworkFilterProps {
  readonly network: Network | undefined;
  /** Receives undefined for all networks. */
  readonly onChange: (network: Network | undefined) => void;
}

export function NetworkFilter({ network, onChange }: NetworkFilterProps) {
  return (
    <SelectField
      label="Network"
      value={network ?? ''}
      options={OPTIONS}
      onChange={(value) => onChange(networkOf(value))}
    />
  );
}

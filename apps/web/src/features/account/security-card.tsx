import { Card } from '../../shared/ui/card.tsx';
import { PasswordRow } from './password-row.tsx';
import { TwoFactorRow } from './two-factor-row.tsx';

interface SecurityCardProps {
  /** How many sessions the administrator has open; undefined while that is not known. */
  readonly sessionCount: number | undefined;
}

export function SecurityCard({ sessionCount }: SecurityCardProps) {
  return (
    <Card title="Security">
      <div className="mt-1 -mb-4 md:-mb-5">
        <PasswordRow sessionCount={sessionCount} />
        <TwoFactorRow sessionCount={sessionCount} />
      </div>
    </Card>
  );
}

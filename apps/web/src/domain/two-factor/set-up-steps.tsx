import type { AuthenticatorSetup } from '@halyard/contract/account';
import { Fragment } from 'react';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { CodeForm } from '../step-up/code-form.tsx';
import type { CodeProblem } from '../step-up/code-problem.ts';
import { SetUpQrCode } from './set-up-qr-code.tsx';

interface SetUpStepsProps {
  readonly setup: AuthenticatorSetup;
  /** Of an earlier code. */
  readonly problem?: CodeProblem | undefined;
  readonly submitLabel?: string;
  readonly onCode: (code: string) => Promise<CodeProblem | undefined>;
}

export function SetUpSteps({ setup, problem, submitLabel = 'Verify and enable', onCode }: SetUpStepsProps) {
  return (
    <ol className="grid grid-cols-1 gap-6">
      <li className="grid grid-cols-1 gap-3">
        <h2 className="text-base text-ink">
          <span className="text-ink-quiet">1.</span> Scan this with your authenticator app
        </h2>
        <SetUpQrCode otpUrl={setup.otpUrl} />
        <div className="flex items-center justify-between gap-3 rounded-md border border-line bg-surface-sunken py-2 pr-2 pl-3.5">
          <div className="min-w-0">
            <p className="text-ink-quiet text-xs">Or enter the secret key</p>
            <SecretKey secret={setup.secret} />
          </div>
          <CopyButton text={setup.secret} label="Copy" acknowledgement="Secret key copied" />
        </div>
      </li>
      <li className="grid grid-cols-1 gap-3">
        <h2 className="text-base text-ink">
          <span className="text-ink-quiet">2.</span> Enter the 6-digit code from the app
        </h2>
        <CodeForm submitLabel={submitLabel} problem={problem} backupCodes={false} onSubmit={onCode} />
      </li>
    </ol>
  );
}

/** Shows the key in groups of four. Copied text has no spaces or line breaks. */
function SecretKey({ secret }: { readonly secret: string }) {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <p translate="no" className="font-mono text-base text-ink">
      {groups.map((group, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat and never move
        <Fragment key={position}>
          <span className="mr-2">{group}</span>
          <wbr />
        </Fragment>
      ))}
    </p>
  );
}

import type { AccountSession } from '@halyard/contract/account';
import type { TwoFactorStatus } from '@halyard/contract/auth';
import { Day, Mark, Status } from './cells.tsx';
import { useAnswer } from './use-answer.ts';

export function SettingsScreen() {
  const twoFactors = useAnswer<TwoFactorStatus>('/auth/2fa/status');
  const sessions = useAnswer<{ readonly sessions: readonly AccountSession[] }>('/auth/sessions');
  return (
    <div className="sections">
      <h1>Account Settings</h1>
      <section className="card">
        <h2>Security</h2>
        <div className="row">
          <div>
            <h3>Password</h3>
            <p>What you sign in with, before the second factor.</p>
          </div>
          <button type="button">Change</button>
        </div>
        <div className="row">
          <div>
            <h3>Two-Factor Authentication {twoFactors?.enabled ? <Status word="Enabled" /> : null}</h3>
            <p>A code from your authenticator app, or a backup code, at every sign-in.</p>
            <p>{twoFactors?.backupCodesRemaining} backup codes are left.</p>
          </div>
          <div className="line">
            <button type="button">Regenerate backup codes</button>
            <button type="button">Disable</button>
          </div>
        </div>
      </section>
      <section className="card">
        <h2>Sessions</h2>
        {sessions?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
        {sessions?.sessions.length === 1 ? <p>You are not signed in anywhere else.</p> : null}
      </section>
    </div>
  );
}

function SessionRow({ session }: { readonly session: AccountSession }) {
  const { userAgent, ipAddress, startedAt, lastSeenAt, current } = session;
  return (
    <div className="row">
      <div>
        <h3 className="line">
          <Mark />
          <span className="cut">{userAgent}</span>
          {current ? <Status word="This device" /> : null}
        </h3>
        <dl>
          <div>
            <dt className="away">Address</dt>
            <dd className="code">{ipAddress}</dd>
          </div>
          <div>
            <dt>Started</dt>
            <dd>
              <Day instant={startedAt} />
            </dd>
          </div>
          <div>
            <dt>Last seen</dt>
            <dd>{current ? 'Active now' : <Day instant={lastSeenAt} />}</dd>
          </div>
        </dl>
      </div>
      <button type="button">Log out</button>
    </div>
  );
}

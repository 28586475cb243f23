import { type MouseEvent, useEffect, useState } from 'react';
import mark from '../../../apps/web/src/domain/product/mark-light.svg?inline';
import { Mark } from './cells.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';
import { ListScreen } from './list-screen.tsx';
import { LISTS } from './lists.tsx';
import { SettingsScreen } from './settings-screen.tsx';
import { useAnswer } from './use-answer.ts';

const MENU = [
  ['Dashboard', '/dashboard'],
  ['Users', '/users'],
  ['Merchants', '/merchants'],
  ['Wallets', '/wallets?type=inbound'],
  ['Invitations', '/invitations'],
  ['Audit Logs', '/audit-logs'],
  ['Account Settings', '/account-settings'],
] as const;

const addressOfPage = () => location.pathname + location.search;

export function App() {
  const [address, setAddress] = useState(addressOfPage);

  useEffect(() => {
    const readAddress = () => setAddress(addressOfPage());
    addEventListener('popstate', readAddress);
    return () => removeEventListener('popstate', readAddress);
  }, []);

  function go(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    history.pushState(null, '', event.currentTarget.href);
    setAddress(addressOfPage());
  }

  const name = MENU.find(([, path]) => path === address)?.[0];
  return (
    <div className="shell">
      <a className="away" href="#page">
        Skip to content
      </a>
      <aside>
        <strong>
          <img src={mark} alt="Halyard Pay" height="24" />
          Halyard Pay
        </strong>
        <nav aria-label="Main">
          <ul>
            {MENU.map(([label, path]) => (
              <li key={path}>
                <a href={path} aria-current={path === address ? 'page' : undefined} onClick={go}>
                  <Mark />
                  <span>{label}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className="page">
        <Header name={name} go={go} />
        <main id="page">
          <Screen address={address} />
        </main>
      </div>
    </div>
  );
}

interface HeaderProps {
  readonly name: string | undefined;
  readonly go: (event: MouseEvent<HTMLAnchorElement>) => void;
}

function Header({ name, go }: HeaderProps) {
  const administrator = useAnswer<{ readonly email: string }>('/auth/me');
  return (
    <header>
      <button type="button" aria-label="Toggle sidebar">
        <Mark />
      </button>
      <nav aria-label="Breadcrumb">
        <ol className="line">
          <li>
            <a href="/dashboard" onClick={go}>
              Dashboard
            </a>
          </li>
          <li aria-hidden="true">
            <Mark />
          </li>
          <li aria-current="page">{name}</li>
        </ol>
      </nav>
      <button type="button">
        <span>Go to...</span> <span aria-hidden="true">Ctrl K</span>
      </button>
      <button type="button" aria-label="User menu" title={administrator?.email}>
        <span className="line">
          <span className="avatar">?</span>
          <span>User</span>
          <Mark />
        </span>
      </button>
    </header>
  );
}

function Screen({ address }: { readonly address: string }) {
  if (address === '/dashboard') return <DashboardScreen />;
  if (address === '/account-settings') return <SettingsScreen />;
  const list = LISTS[address];
  return list ? <ListScreen key={address} list={list} /> : <h1>Not found</h1>;
}

import { type MouseEvent, useEffect, useState } from 'react';
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

/** The admin area with React and nothing else: menu, header, screen. */
export function App() {
  const [address, setAddress] = useState(addressOfPage);
  const administrator = useAnswer<{ readonly email: string }>('/auth/me');

  useEffect(() => {
    const follow = () => setAddress(addressOfPage());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  function go(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    history.pushState(null, '', event.currentTarget.href);
    setAddress(addressOfPage());
  }

  const name = MENU.find(([, path]) => path === address)?.[0];
  return (
    <div className="shell">
      <aside>
        <strong>Halyard Pay</strong>
        <nav aria-label="Main">
          <ul>
            {MENU.map(([label, path]) => (
              <li key={path}>
                <a href={path} aria-current={path === address ? 'page' : undefined} onClick={go}>
                  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
                    <rect x="3" y="3" width="18" height="18" rx="2" />
                  </svg>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className="page">
        <header>
          <nav aria-label="Breadcrumb">Dashboard / {name}</nav>
          <button type="button">Go to…</button>
          <button type="button" title={administrator?.email}>
            User
          </button>
        </header>
        <main>
          <Screen address={address} />
        </main>
      </div>
    </div>
  );
}

function Screen({ address }: { readonly address: string }) {
  if (address === '/dashboard') return <DashboardScreen />;
  if (address === '/account-settings') return <SettingsScreen />;
  const list = LISTS[address];
  return list ? <ListScreen key={address} list={list} /> : <h1>Not found</h1>;
}

import Bowser from 'bowser';

const NAME_LENGTH_MAX = 40;
const USER_AGENT_LENGTH_MAX = 500;

/** Names the device: "Firefox on Linux". Keeps few characters, because untrusted text must not become a link. */
export function deviceNameOf(userAgent: string): string {
  const text = userAgent.slice(0, USER_AGENT_LENGTH_MAX).trim();
  if (text === '') return 'an unknown device';
  const { browser, os } = Bowser.parse(text);
  const program = clean(browser.name);
  const system = clean(os.name);
  if (program === '') return system === '' ? 'an unknown device' : `an unknown browser on ${system}`;
  return system === '' ? program : `${program} on ${system}`;
}

function clean(name = ''): string {
  return name
    .replace(/[^A-Za-z0-9 _+-]/g, '')
    .trim()
    .slice(0, NAME_LENGTH_MAX);
}

import { webLink } from '../format/web-link.ts';

/** Links a website that a user entered, if it is valid. */
export function WebAddress({ address }: { readonly address: string | null }) {
  const text = address?.trim() ?? '';
  if (text === '') {
    return <span className="text-ink-quiet">—</span>;
  }
  const href = webLink(text);
  if (href === undefined) {
    return (
      <bdi translate="no" className="block truncate" title={text}>
        {text}
      </bdi>
    );
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={text}
      dir="auto"
      translate="no"
      className="inline-block max-w-full truncate border-transparent border-b align-bottom text-accent hover:border-current"
    >
      {text}
    </a>
  );
}

/** Placeholder for any icon. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4 12h16M12 4v16" />
    </svg>
  );
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

export function Day({ instant }: { readonly instant: string }) {
  return <time dateTime={instant}>{DAY.format(new Date(instant))}</time>;
}

export function Minute({ instant }: { readonly instant: string }) {
  return <time dateTime={instant}>{instant.slice(0, 16).replace('T', ' ')}</time>;
}

export function Copyable({ text }: { readonly text: string }) {
  return (
    <span className="line">
      <bdi className="cut">{text}</bdi>
      <button type="button" className="copy" aria-label={`Copy ${text}`} />
    </span>
  );
}

export function Status({ word }: { readonly word: string }) {
  return <span className="badge">{word}</span>;
}

export function Search({ label }: { readonly label: string }) {
  return (
    <form className="line">
      <Mark />
      <input type="search" aria-label={label} placeholder={label} />
      <button type="submit">Search</button>
    </form>
  );
}

const WORDS = ['All', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

/** Renders a select with at most nine options. */
export function Select({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <select aria-label={label}>
      {WORDS.slice(0, count).map((word) => (
        <option key={word}>
          {label} {word}
        </option>
      ))}
    </select>
  );
}

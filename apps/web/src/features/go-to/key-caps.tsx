export function KeyCaps({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-surface px-1 font-sans text-ink-quiet text-xs"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

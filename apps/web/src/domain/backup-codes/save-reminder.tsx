/** Says, below new backup codes, what lets them go; its place is kept. */
export function SaveReminder({ shown }: { readonly shown: boolean }) {
  return (
    <output className="mt-3 block min-h-5 text-center text-ink-quiet text-sm">
      {shown ? 'Press Continue once you have saved the codes.' : null}
    </output>
  );
}

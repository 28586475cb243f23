import { Inbox } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Alert } from '../src/shared/ui/alert.tsx';
import { Avatar } from '../src/shared/ui/avatar.tsx';
import { Button } from '../src/shared/ui/button.tsx';
import { Card } from '../src/shared/ui/card.tsx';
import { StackedBar } from '../src/shared/ui/chart/stacked-bar.tsx';
import { CopyableText } from '../src/shared/ui/copyable-text.tsx';
import { EmptyState } from '../src/shared/ui/empty-state.tsx';
import { ErrorState } from '../src/shared/ui/error-state.tsx';
import { Fact, FactList } from '../src/shared/ui/fact-list.tsx';
import { CodeInput } from '../src/shared/ui/field/code-input.tsx';
import { DayField } from '../src/shared/ui/field/day-field.tsx';
import { PasswordField } from '../src/shared/ui/field/password-field.tsx';
import { SegmentedChoice } from '../src/shared/ui/field/segmented-choice.tsx';
import { SelectField } from '../src/shared/ui/field/select-field.tsx';
import { TextArea } from '../src/shared/ui/field/text-area.tsx';
import { TextField } from '../src/shared/ui/field/text-field.tsx';
import { Pagination } from '../src/shared/ui/list/pagination.tsx';
import { LongText } from '../src/shared/ui/long-text.tsx';
import { Dialog } from '../src/shared/ui/overlay/dialog.tsx';
import { Skeleton } from '../src/shared/ui/skeleton.tsx';
import { Spinner } from '../src/shared/ui/spinner.tsx';
import { StatusBadge } from '../src/shared/ui/status-badge.tsx';
import { Tabs } from '../src/shared/ui/tabs.tsx';
import { Timestamp } from '../src/shared/ui/timestamp.tsx';

const LONG = 'A very long text, as people write it: '.repeat(8);
const ignore = () => undefined;

interface ExampleProps {
  readonly name: string;
  /** In columns of this width, such as `20rem`; otherwise side by side. */
  readonly columns?: string;
  readonly children: ReactNode;
}

function Example({ name, columns, children }: ExampleProps) {
  const layout =
    columns === undefined
      ? { display: 'flex', flexWrap: 'wrap' as const }
      : { display: 'grid', gridTemplateColumns: `repeat(auto-fill, minmax(${columns}, 1fr))` };
  return (
    <section className="border-line border-b py-6">
      <h2 className="font-medium text-ink-quiet">{name}</h2>
      <div style={{ ...layout, gap: '1.5rem', alignItems: 'start', marginTop: '1rem' }}>{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <Example name="Buttons">
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button busy>busy</Button>
      <Button disabled>disabled</Button>
      <Button size="lg">large</Button>
    </Example>
  );
}

function Fields() {
  const [code, setCode] = useState('12');
  const [day, setDay] = useState<string>();
  const [choice, setChoice] = useState('all');
  const choices = [
    { value: 'all', label: 'All' },
    { value: 'paid', label: 'Paid' },
  ];
  return (
    <Example name="Fields" columns="20rem">
      <TextField label="Text" placeholder="ada@example.com" hint="A hint" />
      <TextField label="With an error" defaultValue="ada" error="Enter a valid email" />
      <PasswordField label="Password" />
      <SelectField label="Select" value={choice} options={choices} onChange={setChoice} />
      <SegmentedChoice label="Segmented choice" value={choice} options={choices} onChange={setChoice} />
      <DayField label="Day" value={day} onChange={setDay} />
      <CodeInput label="Code" value={code} onChange={setCode} onMisfit={ignore} invalid={false} />
      <TextArea label="Reason" hint="Others will read it in the audit log" />
    </Example>
  );
}

function States() {
  return (
    <Example name="States" columns="20rem">
      <StatusBadge tone="good">Paid</StatusBadge>
      <StatusBadge tone="warn">Pending</StatusBadge>
      <StatusBadge tone="bad">Blocked</StatusBadge>
      <StatusBadge tone="quiet">Expired</StatusBadge>
      <Spinner className="size-4" />
      <Skeleton className="h-4 w-32" />
      <Alert variant="warning" title="Warning">
        What it means, and what to do.
      </Alert>
      <Alert variant="destructive" title="Danger">
        What will be lost.
      </Alert>
      <EmptyState icon={<Inbox />} title="No records" hint="They appear here once the platform sends them." />
      <ErrorState
        title="Couldn't load records"
        reason="The server did not answer."
        requestId="0b0e4f0a"
        retrying={false}
        onRetry={ignore}
      />
    </Example>
  );
}

function Content() {
  const [tab, setTab] = useState('one');
  const [page, setPage] = useState(2);
  const tabs = [
    { value: 'one', label: 'Details', content: 'First' },
    { value: 'two', label: 'Transactions', count: 12, content: 'Second' },
  ];
  return (
    <Example name="Content" columns="28rem">
      <Card title="Card" aside="aside">
        <FactList>
          <Fact name="Email">
            <CopyableText text="ada@example.com" />
          </Fact>
          <Fact name="Created">
            <Timestamp instant="2026-01-31T12:04:30.000Z" withTime />
          </Fact>
          <Fact name="Note">
            <LongText text={LONG} />
          </Fact>
        </FactList>
      </Card>
      <Avatar letters="AL" />
      <Tabs label="Tabs" tabs={tabs} value={tab} onChange={setTab} />
      <StackedBar
        segments={[
          { key: 'a', value: 3, className: 'bg-accent' },
          { key: 'b', value: 1, className: 'bg-good' },
        ]}
      />
      <Pagination noun="records" page={page} pageSize={20} total={95} onPage={setPage} />
    </Example>
  );
}

function Overlays() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Example name="Overlays">
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Open a dialog
      </Button>
      {isOpen ? (
        <Dialog title="Block this user?" description="Their sessions end at once." onCancel={close}>
          <Button variant="danger" onClick={close}>
            Block
          </Button>
        </Dialog>
      ) : null}
    </Example>
  );
}

/** The components of `shared/ui` with ugly content, at /gallery/ of `npm run dev`. It is in no build. */
function Gallery() {
  const [isDark, setIsDark] = useState(false);
  document.documentElement.classList.toggle('dark', isDark);
  return (
    <main className="mx-auto max-w-5xl px-(--gutter) py-8">
      <div className="flex items-center justify-between">
        <h1 className="font-semibold text-xl">Components</h1>
        <Button variant="secondary" onClick={() => setIsDark(!isDark)}>
          {isDark ? 'Light' : 'Dark'}
        </Button>
      </div>
      <Buttons />
      <Fields />
      <States />
      <Content />
      <Overlays />
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery />);

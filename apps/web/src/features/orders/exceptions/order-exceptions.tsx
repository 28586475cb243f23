import { EXCEPTIONS } from '@halyard/contract/runtime-settings';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRuntimeSettings } from '../../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../../domain/session/use-api.ts';
import { PanelSection } from '../../../shared/ui/panel-section.tsx';
import { ExceptionBadges } from './exception-badges.tsx';
import { exceptionSentence } from './exception-sentence.ts';
import { openExceptionsOfOrderQuery } from './exceptions-queries.ts';

interface OrderExceptionsProps {
  readonly orderUuid: string;
  /** Kinds of the open exceptions, shown until their details are known. */
  readonly kinds: readonly string[];
}

/** The open exceptions of an order. Nothing without one. */
export function OrderExceptions({ orderUuid, kinds }: OrderExceptionsProps) {
  const isAnnounced = useRuntimeSettings().screens?.includes(EXCEPTIONS) === true;
  const isNeeded = isAnnounced && kinds.length > 0;
  const { data } = useQuery({ ...openExceptionsOfOrderQuery(useApi(), orderUuid), enabled: isNeeded });
  if (!isNeeded) {
    return null;
  }
  return (
    <PanelSection
      title="Open exceptions"
      aside={
        <Link
          to="/orders"
          search={{ tab: 'exceptions', orderUuid }}
          className="rounded-sm text-sm underline underline-offset-4 hover:text-accent"
        >
          Show in Exceptions
        </Link>
      }
    >
      <ul className="grid gap-2">
        {kinds.map((kind) => {
          const exceptions = data?.rows.filter((exception) => exception.kind === kind) ?? [];
          return (
            <li key={kind} className="grid gap-0.5">
              <ExceptionBadges kinds={[kind]} />
              {exceptions.map((exception) => (
                <p key={exception.id} className="text-sm [overflow-wrap:anywhere]">
                  {exceptionSentence(exception)}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
    </PanelSection>
  );
}

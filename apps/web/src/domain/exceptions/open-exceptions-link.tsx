import { EXCEPTIONS } from '@halyard/contract/runtime-settings';
import type { ReactNode } from 'react';
import { useLazyComponent } from '../../shared/lib/use-lazy-component.ts';
import { useRuntimeSettings } from '../product/use-runtime-settings.ts';
import type { ExceptionsOwner } from './open-exceptions.tsx';

const load = () => import('./open-exceptions.tsx').then(({ OpenExceptions }) => OpenExceptions);

interface OpenExceptionsLinkProps {
  readonly of: ExceptionsOwner;
  readonly withUsd?: boolean;
  /** Wraps the link. */
  readonly children: (link: ReactNode) => ReactNode;
}

/** A link to the open exceptions of a record. Nothing if the server does not announce exceptions. */
export function OpenExceptionsLink({ of, withUsd = false, children }: OpenExceptionsLinkProps) {
  const isAnnounced = useRuntimeSettings().screens?.includes(EXCEPTIONS) === true;
  const { Component } = useLazyComponent(load, isAnnounced);
  return isAnnounced ? children(Component ? <Component of={of} withUsd={withUsd} /> : null) : null;
}

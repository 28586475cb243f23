import type { ComponentType } from 'react';
import { useLazyComponent } from '../lib/use-lazy-component.ts';
import { ErrorState } from './error-state.tsx';
import { SkeletonRows } from './list/skeleton-rows.tsx';

interface LazyTabProps<Props> {
  readonly noun: string;
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** A tab's content whose code loads when the tab is opened. Needs stable `load`. */
export function LazyTab<Props extends object>({ noun, load, props }: LazyTabProps<Props>) {
  const { Component, error, retrying, retry } = useLazyComponent(load, true);
  if (Component) {
    return <Component {...props} />;
  }
  return error ? (
    <ErrorState title={`Couldn't load ${noun}`} reason={error.message} retrying={retrying} onRetry={retry} />
  ) : (
    <SkeletonRows count={4} height="h-12" />
  );
}

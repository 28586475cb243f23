import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { useLazyComponent } from '../../shared/lib/use-lazy-component.ts';
import type { LinkedFigureProps } from './figure-link.tsx';

const FigureLinkContext = createContext<ComponentType<LinkedFigureProps> | undefined>(undefined);

const load = () => import('./figure-link.tsx').then(({ FigureLink }) => FigureLink);

interface FigureLinksProps {
  readonly isNeeded: boolean;
  readonly children: ReactNode;
}

/** Provides the links from figures to lists, which load later than the figures. */
export function FigureLinks({ isNeeded, children }: FigureLinksProps) {
  const { Component } = useLazyComponent(load, isNeeded);
  return <FigureLinkContext value={Component}>{children}</FigureLinkContext>;
}

/** A click anywhere in the row opens its figure's link. */
export const ROW_WITH_LINK = 'relative [&_a]:after:absolute [&_a]:after:inset-0';

/** A figure that links to the list behind it once the links have loaded. */
export function LinkedFigure(props: LinkedFigureProps) {
  const FigureLink = useContext(FigureLinkContext);
  return FigureLink ? <FigureLink {...props} /> : props.children;
}

/** A sidebar entry. It links to its path unless it has an action of its own. */
export interface MenuItem {
  readonly name: string;
  readonly path: string;
  /** The icon's class, from `drawn-icons.generated.css`. */
  readonly icon: string;
  readonly onClick?: () => void;
}

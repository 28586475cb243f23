/** An entry of the sidebar: it leads to its path, or does its own action where it has one. */
export interface MenuItem {
  readonly name: string;
  readonly path: string;
  /** The class that draws its sign, of `drawn-icons.generated.css`. */
  readonly icon: string;
  readonly onClick?: () => void;
}

/** A page that somebody wants at hand. */
export interface Favourite {
  /** Address in the panel, from its `/`: `/customer/12/details`. */
  readonly path: string;
  readonly title: string;
}

/** A list as somebody arranged it. */
export interface SavedView {
  readonly resource: string;
  readonly name: string;
  /** Filters, order, page size and columns as the list's address says them: `filter=…&sort=…`. */
  readonly query: string;
  /** The list opens with it when one comes by the menu. */
  readonly standard?: "1";
}

export interface PanelTextRule {
  readonly maxLength: number;
  readonly pattern?: RegExp;
  readonly isOptional?: true;
}

/** Fields of the panel's own small records by collection; all are texts, and all but the optional are needed. */
export const panelCollections = {
  favourites: { path: { maxLength: 1000, pattern: /^\/[^/\\]/ }, title: { maxLength: 200 } },
  views: {
    resource: { maxLength: 100, pattern: /^[a-z0-9]+$/ },
    name: { maxLength: 100 },
    query: { maxLength: 4000 },
    standard: { maxLength: 1, pattern: /^1$/, isOptional: true },
  },
} as const satisfies Record<string, Record<string, PanelTextRule>>;

export type PanelCollection = keyof typeof panelCollections;

/** More than anybody keeps by hand; a bound for what one account can store. */
export const MAX_PANEL_ITEMS = 200;

export function isPanelCollection(name: string): name is PanelCollection {
  return Object.hasOwn(panelCollections, name);
}

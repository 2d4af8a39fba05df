export interface Favourite {
  /** Path in the panel: `/customer/12/details`. */
  readonly path: string;
  readonly title: string;
}

export interface SavedView {
  readonly resource: string;
  readonly name: string;
  /** Filters, sort order, page size and columns as in the list's URL: `filter=…&sort=…`. */
  readonly query: string;
  /** Default view when the list is opened from the menu. */
  readonly standard?: "1";
}

/** A hint that its reader wants to see no more. */
export interface DismissedHint {
  readonly name: "firstSteps";
}

export interface PanelTextRule {
  readonly maxLength: number;
  readonly pattern?: RegExp;
  readonly isOptional?: true;
}

/** Fields of the panel's own small records by collection; all are texts, and required unless optional. */
export const panelCollections = {
  favourites: { path: { maxLength: 1000, pattern: /^\/[^/\\]/ }, title: { maxLength: 200 } },
  views: {
    resource: { maxLength: 100, pattern: /^[a-z0-9]+$/ },
    name: { maxLength: 100 },
    query: { maxLength: 4000 },
    standard: { maxLength: 1, pattern: /^1$/, isOptional: true },
  },
  dismissed: { name: { maxLength: 100, pattern: /^[a-zA-Z]+$/ } },
} as const satisfies Record<string, Record<string, PanelTextRule>>;

export type PanelCollection = keyof typeof panelCollections;

/** More than anybody maintains by hand; limits what one account can store. */
export const MAX_PANEL_ITEMS = 200;

export function isPanelCollection(name: string): name is PanelCollection {
  return Object.hasOwn(panelCollections, name);
}

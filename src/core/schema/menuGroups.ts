/** Groups of the menu, in their order. Their titles are `app.menu.groups`. */
export const menuGroups = [
  "customers",
  "monitoring",
  "numbers",
  "routing",
  "billing",
  "features",
  "security",
  "system",
  "documentation",
] as const;

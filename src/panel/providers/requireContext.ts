/** Returns what a context provides; outside of it says what is missing, and what is to be rendered within what. */
export function requireContext<Value>(user: string, provider: string, value: Value): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`${user} has no context: render it within ${provider}`);
  return value;
}

/** The database has become unfit for tests: the untouched platform fails, too. */
export class Spoilt extends Error {}

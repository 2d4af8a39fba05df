/** The module `cli.ts`, compiled. */
export declare function compiledCli(): Promise<typeof import("./cli.ts")>;

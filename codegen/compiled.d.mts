/** The module `cli.ts`, compiled. */
export declare function compiledCli(): Promise<typeof import("./cli.ts")>;
/** The folder with the rules that codegen shares with the product. */
export declare const core: string;

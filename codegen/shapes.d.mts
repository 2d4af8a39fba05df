/** A plain JSON Schema; its `title` is the name of the type. */
export type Shape = { readonly [keyword: string]: unknown; readonly title: string };

/** Each schema's declaration, in their order. */
export type ShapeCompiler = (shapes: readonly Shape[]) => Promise<readonly string[]>;

export declare const compileShapes: ShapeCompiler;

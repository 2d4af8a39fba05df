export interface ApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, ApiPath>>;
  readonly components: { readonly securitySchemes: object; readonly schemas: Readonly<Record<string, ApiSchema>> };
}

export interface ApiPath {
  readonly parameters?: readonly ApiParameter[];
  readonly get?: ApiOperation;
  readonly post?: ApiOperation;
  readonly put?: ApiOperation;
  readonly patch?: ApiOperation;
  readonly delete?: ApiOperation;
}

export interface ApiOperation {
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: ApiSchema }>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: ApiSchema;
}

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: ApiSchema;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
}

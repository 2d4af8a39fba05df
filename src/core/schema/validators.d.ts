/** The validators in `src/generated`, which are JavaScript. */
declare module "*.gen.js" {
  export const validate: import("./generatedValidator.ts").GeneratedValidator;
  export default validate;
}

declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Shows a description in an element. */
  export default function SwaggerUI(options: Record<string, unknown>): unknown;
}

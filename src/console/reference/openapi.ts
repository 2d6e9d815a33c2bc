/** The parts of an OpenAPI document that the page reads or changes. */

/** A parameter in the path or the query. */
export interface Parameter {
  name: string;
  in: string;
  example?: string;
}

interface Media {
  schema?: object;
  example?: unknown;
}

/** An operation of an OpenAPI document. */
export interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { description?: string; content?: Record<string, Media> }>;
}

/** A document. */
export interface Description {
  servers?: { url: string }[];
  security?: unknown;
  paths: Record<string, Record<string, Operation>>;
}

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
}
interface Response {
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  responses?: Record<string, Response>;
}
interface Description {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

const ANSWER = /^#\/components\/schemas\/(\w+Answer)$/;

/** The schema of the `data` of an answer; undefined for anything that is not an `*Answer`. */
function payload(description: Description, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.match(ANSWER)?.[1];
  return name === undefined ? undefined : description.components?.schemas?.[name]?.properties?.data;
}

/** Replaces the schema of an answer by the schema of its `data`; returns false if it is not an answer. */
function unwrapAnswers(description: Description, operation: Operation): boolean {
  const answers = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith("2"));
  return answers.some(([, response]) => {
    const json = response.content?.["application/json"];
    const data = payload(description, json?.schema);
    if (json && data) json.schema = data;
    return data !== undefined;
  });
}

/**
 * Prepares the API description for the generator: `call` returns `data`, so the types must match.
 * Other responses are left out: the event stream, which `events` reads, files, which `exportUserData` and the exports of reports download, and the probes for
 * operators.
 */
export default function unwrap<D extends Description>(description: D): D {
  for (const item of Object.values(description.paths ?? {}))
    for (const [method, operation] of Object.entries(item)) {
      if (!unwrapAnswers(description, operation)) delete item[method];
    }
  return description;
}

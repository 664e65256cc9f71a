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

/** What a caller gets of an answer: the schema of its `data`; undefined for anything that is no `*Answer`. */
function payload(description: Description, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.match(ANSWER)?.[1];
  return name === undefined ? undefined : description.components?.schemas?.[name]?.properties?.data;
}

/** Makes an answer's schema the schema of its `data`; false where no answer is one. */
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
 * Prepares the description for the function generator: `call` answers with `data`, so the types must say so too.
 * What answers otherwise is left out: the event stream, which `events` reads, and the probes of an operator.
 */
export default function unwrap<D extends Description>(description: D): D {
  for (const item of Object.values(description.paths ?? {}))
    for (const [method, operation] of Object.entries(item)) {
      if (!unwrapAnswers(description, operation)) delete item[method];
    }
  return description;
}

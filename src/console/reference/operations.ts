/** Swagger UI without its frame: the operations by group, filtered by words. */
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import type { Description } from './openapi.ts';
import { keyHeaders } from '../app/server.ts';

/** The part of Immutable.js that is needed. */
interface List<T> {
  filter(test: (value: T) => boolean): List<T>;
  map<R>(change: (value: T, key: string) => R): List<R>;
  valueSeq(): { toArray(): T[] };
  size: number;
}

interface Group {
  get(name: 'operations'): List<Operation>;
  update(name: 'operations', change: (operations: List<Operation>) => List<Operation>): Group;
}

interface Operation {
  get(name: string): string;
  getIn(path: readonly string[]): string | undefined;
}

/** What the page uses of Swagger UI. */
export interface Swagger {
  layoutActions: { updateFilter(words: string | boolean): void };
}

interface System {
  React: { createElement(type: unknown, props?: object | null, ...children: unknown[]): unknown };
  specActions: { updateJsonSpec(spec: unknown): void };
  specSelectors: { specStr(): string; specJson(): { getIn(path: readonly string[]): unknown } };
}

interface LayoutProps {
  specSelectors: { taggedOperations(): List<Group>; url(): string };
  layoutSelectors: { currentFilter(): string | boolean };
  getComponent(name: string, isContainer?: boolean): unknown;
}

/** True if each word is in the path, the method, the summary or the id of an operation. */
function hasWords(operation: Operation, words: readonly string[]): boolean {
  const own = [['path'], ['method'], ['operation', 'summary'], ['operation', 'operationId']];
  const text = own.map((path) => operation.getIn(path)?.toLowerCase()).join(' ');
  return words.every((word) => text.includes(word));
}

/** Shows the groups alone: the page has its own head, filter and key. */
const plugin = ({ React: { createElement }, specActions, specSelectors }: System) => ({
  fn: {
    opsFilter: (groups: List<Group>, text: string) => {
      const words = text.toLowerCase().split(/\s+/);
      const found = (operations: List<Operation>) => operations.filter((operation) => hasWords(operation, words));
      return groups
        .map((group) => group.update('operations', found))
        .filter((group) => group.get('operations').size > 0);
    },
  },
  // The bar of the page would hide the head of an operation that the address names.
  statePlugins: {
    layout: { wrapActions: { scrollToElement: () => (node: Element) => node.scrollIntoView() } },
    // A description is JSON without references. Swagger UI would read it as YAML and resolve it, for three seconds.
    spec: {
      wrapActions: {
        parseToJson: () => () => specActions.updateJsonSpec(JSON.parse(specSelectors.specStr())),
        requestResolvedSubtree: () => () => undefined,
      },
      wrapSelectors: {
        specResolvedSubtree: () => (_state: unknown, path: readonly string[]) => specSelectors.specJson().getIn(path),
      },
    },
  },
  components: {
    // A link within a button; the operation in view is in the address anyway.
    DeepLink: ({ text }: { text: string }) => createElement('span', null, text),
    OperationsLayout: ({ specSelectors, getComponent, ...props }: LayoutProps) => {
      // A filter opens the groups that it finds.
      const docExpansion = props.layoutSelectors.currentFilter() === true ? 'none' : 'list';
      const getConfigs = () => ({ docExpansion, deepLinking: true });
      const [group, operation] = [getComponent('OperationTag'), getComponent('OperationContainer', true)];
      const groups = specSelectors.taggedOperations().map((tagObj, tag) => {
        const own = tagObj.get('operations').map((op) => {
          const [path, method] = [op.get('path'), op.get('method')];
          const key = `${method} ${path}`;
          return createElement(operation, { key, op, path, method, tag, specPath: op.get('specPath') });
        });
        const ofGroup = { ...props, key: tag, tag, tagObj, getConfigs, getComponent, specUrl: specSelectors.url() };
        return createElement(group, ofGroup, own.valueSeq().toArray());
      });
      return createElement('div', { className: 'swagger-ui' }, groups.valueSeq().toArray());
    },
  },
});

/** Mends what Swagger UI draws: names of fields, texts that the keyboard scrolls, landmarks. */
function mend(place: HTMLElement): void {
  for (const field of place.querySelectorAll('select, input, textarea')) {
    const name = field.closest<HTMLElement>('[data-param-name]')?.dataset['paramName'];
    if (field.closest('label') === null && field.ariaLabel === null) field.ariaLabel = name ?? 'Request body';
  }
  for (const text of place.querySelectorAll<HTMLElement>('pre')) text.tabIndex = 0;
  // Each open operation would have a landmark of the same name.
  for (const table of place.querySelectorAll('table[role=region]')) table.removeAttribute('role');
}

/** Shows a description in an element; calls back when it is drawn. */
export function showOperations(place: HTMLElement, spec: Description, onComplete: () => void): Swagger {
  new MutationObserver(() => mend(place)).observe(place, { childList: true, subtree: true });
  return SwaggerUI({
    ...{ spec, domNode: place, onComplete, plugins: [plugin], layout: 'OperationsLayout' },
    ...{ deepLinking: true, filter: true, docExpansion: 'none', tryItOutEnabled: true, validatorUrl: null },
    ...{ defaultModelsExpandDepth: -1, persistAuthorization: false, syntaxHighlight: false },
    requestInterceptor: (request: { headers: object }) => ({
      ...request,
      headers: { ...request.headers, ...keyHeaders() },
    }),
  }) as Swagger;
}

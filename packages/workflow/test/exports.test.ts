import { expect, test } from 'vitest';
import * as entry from '../src/index.ts';

test('@mini-agent/workflow exports exactly its contract', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'WorkflowError',
    'buildStepTask',
    'createLocalExecutor',
    'deepResearch',
    'parseSubQuestions',
    'researchPipeline',
    'validateSteps',
  ]);
});

export const journeyParts: Readonly<Record<string, string>> = {
  who: '(a|an|the|my|his|her|our)? (car|train|bus|plane|truck|bike|bicycle|cyclist|runner|boat|ship|person|man|woman|driver|vehicle|motorcycle|i|you|he|she|we|they|it|someone|john|tom)',
  go: '(travels|travel|traveled|travelled|traveling|travelling|drives|drive|drove|driving|covers|cover|covered|goes|go|went|going|runs|run|ran|running|walks|walk|walked|walking|moves|move|moving|cycles|cycle|cycled|cycling|flies|fly|flew|flying|rides|ride|rode|sails|jog|jogs|jogged)',
  averageSpeed:
    "(what is|what's|what was|find|calculate|compute|determine|tell me) (the|its|his|her|their|your|my)? (average)? speed (of <who>)?",
  zhWho:
    '(一辆|一列|一架|一艘|这辆|某)? (汽车|车|火车|列车|高铁|飞机|轮船|船|自行车|人|小明|他|她|我)',
  zhGo: '(行驶|行驶了|行|走|走了|跑|跑了|开|开了|飞行|飞行了|骑|骑了|骑行|骑行了|前进)',
  zhSpeed: '(平均)? (速度|时速) (是|为)? (多少|多快)?',
};

export const journeyPhrases: readonly string[] = [
  '(if|when)? <who> <go> {distance} in {time} (,|，|then)? <averageSpeed>',
  '(if|when)? <who> <go> {distance} in {time} (,|，)? (how fast|what speed) (is|was|did|does|do|were|are) (he|she|it|i|you|they|we|<who>) <go>?',
  '<averageSpeed> (if|when|that|which)? <who>? (that)? <go> {distance} in {time}',
  '<averageSpeed> (for|of|over)? {distance} in {time}',
  'average speed (for|of|over)? {distance} in {time}',
  'how far (do|does|will|would|can|did) <who> <go>? (in|for|after|during) {time} at (a speed of|an average speed of|an average of)? {speed}',
  'how far (do|does|will|would|can|did) <who> <go>? at (a speed of|an average speed of)? {speed} (in|for|after) {time}',
  '(if|when)? <who> <go> (at|with)? (a speed of|an average speed of)? {speed} (in|for) {time} (,|，)? (how far|what distance) (do|does|will|would|can|did|has|have) <who>? <go>?',
  '(what is|what is the|the|find the|calculate the)? distance (of|for|travelled|traveled|covered)? (at|in|after)? {speed} (for|in|after) {time}',
  'how (long|much time) (does|will|would|did|do) (it|<who>) take (<who>|me|us|them)? (to)? (<go>|get)? {distance} (at|going|with|driving|travelling|traveling) (a speed of|an average speed of)? {speed}',
  'how long (to|for) (<go>)? {distance} at {speed}',
  '(what is the)? time (to|for|taken to) (<go>)? {distance} at {speed}',

  '<zhWho>? {time} <zhGo> (了)? {distance} (，|,)? (它的|求|那么|他的)? <zhSpeed>',
  '<zhWho>? (用|花|花了|用了)? {time} <zhGo>? (完)? {distance} (，|,)? (它的|求|那么|他的)? <zhSpeed>',
  '<zhWho>? <zhGo>? {distance} (用了|用|花了|花|需要|用时) {time} (，|,)? (它的|求|那么|他的)? <zhSpeed>',
  '<zhWho>? (以|按|用)? {speed} (的速度)? <zhGo> (了)? {time} (，|,)? (能|可以|一共|共|会)? (<zhGo>)? (了)? (多远|多少公里|多少米|多少英里|多少千米|的距离是多少|的路程是多少|路程是多少|距离是多少)',
  '<zhWho>? (以|按|用)? {speed} (的速度)? (，|,)? {time} (能|可以|一共|会)? (<zhGo>)? (多远|多少公里|多少米|多少英里|多少千米)',
  '<zhWho>? <zhGo>? {distance} (，|,)? (以|按|用) {speed} (的速度)? (行驶|走|开|跑)? (，|,)? (需要|要|得|用)? (多久|多长时间|几小时|几个小时|多少小时|多少个小时)',
  '<zhWho>? (以|按|用) {speed} (的速度)? <zhGo> {distance} (，|,)? (需要|要|得|用)? (多久|多长时间|几小时|几个小时|多少小时|多少个小时)',
];

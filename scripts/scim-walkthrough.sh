#!/usr/bin/env bash
# Plays the whole life of ten users and two groups against a running quickstart: five users and a group as Okta
# calls, five and a group as Microsoft Entra ID calls. Prints every call; stops at the first unexpected answer.
#   npm start                     (in one terminal)
#   scripts/scim-walkthrough.sh   (in another; DATA_DIR if it is not ./data)
set -euo pipefail

facts="${DATA_DIR:-./data}/quickstart.json"
fact() { node -p 'JSON.parse(require("fs").readFileSync(process.argv[1]))[process.argv[2]]' "$facts" "$1"; }
base="$(fact baseUrl)/api/scim/v2"
token="$(fact scimToken)"
answer=''
calls=0

# expect <status> <method> <path> [body]: calls, and leaves the answer's body in $answer.
expect() {
  local status="$1" method="$2" path="$3" got
  shift 3
  answer="$(curl -sS -g -w '\n%{http_code}' -X "$method" "$base$path" -H "Authorization: Bearer $token" \
    -H 'Content-Type: application/scim+json' ${1:+--data "$1"})"
  got="${answer##*$'\n'}"
  answer="${answer%$'\n'*}"
  calls=$((calls + 1))
  printf '%s %-6s %s\n' "$got" "$method" "$path"
  [ "$got" = "$status" ] || { printf 'expected %s, got %s:\n%s\n' "$status" "$got" "$answer" >&2; exit 1; }
}

# tells <expression of the answer, "it"> <value>
tells() {
  local got
  got="$(node -p 'const it = JSON.parse(process.argv[1]); String('"$1"')' "$answer")"
  [ "$got" = "$2" ] || { printf 'expected %s to be %s, got %s:\n%s\n' "$1" "$2" "$got" "$answer" >&2; exit 1; }
}
value() { node -p 'const it = JSON.parse(process.argv[1]); '"$1" "$answer"; }
encoded() { node -p 'encodeURIComponent(process.argv[1])' "$1"; }
patch() { printf '{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[%s]}' "$1"; }

# profile <NAME>: how the workspace treats its provider.
profile() {
  local mutation="mutation { configureProvisioning(input: { workspaceId: \\\"$(fact workspaceId)\\\", profile: $1 })"
  curl -sS -f -o /dev/null "$(fact baseUrl)/graphql" -H "Authorization: Bearer $(fact adminToken)" \
    -H 'Content-Type: application/json' --data "{\"query\":\"$mutation { settings { unknownMembers } } }\"}"
  # Settings are trusted for a second.
  sleep 1.1
  printf -- '--- %s\n' "$1"
}

# A name of this run's own, so that it can be played again on the same data.
run="$(date +%s)"
user='"urn:ietf:params:scim:schemas:core:2.0:User"'
group='"urn:ietf:params:scim:schemas:core:2.0:Group"'

profile OKTA
expect 200 GET "/Users?startIndex=1&count=2"
ids=()
for n in 1 2 3 4 5; do
  name="okta$n-$run@example.com"
  expect 200 GET "/Users?filter=$(encoded "userName eq \"$name\"")&startIndex=1&count=100"
  tells it.totalResults 0
  expect 201 POST /Users "{\"schemas\":[$user],\"userName\":\"$name\",\"externalId\":\"00u$n$run\",
    \"name\":{\"givenName\":\"Given$n\",\"familyName\":\"Family$n\"},
    \"emails\":[{\"primary\":true,\"value\":\"$name\",\"type\":\"work\"}],
    \"displayName\":\"User $n\",\"locale\":\"en-US\",\"groups\":[],\"password\":\"Pass-$run-$n\",\"active\":true}"
  ids+=("$(value it.id)")
done
expect 409 POST /Users "{\"schemas\":[$user],\"userName\":\"OKTA1-$run@example.com\"}"
expect 200 GET "/Users/${ids[0]}"
expect 200 PUT "/Users/${ids[0]}" "$(value 'JSON.stringify({ ...it, title: "Lead" })')"
tells it.title Lead
expect 200 PATCH "/Users/${ids[1]}" "$(patch '{"op":"replace","value":{"active":false}}')"
tells it.active false
expect 200 POST /Users "{\"schemas\":[$user],\"userName\":\"okta2-$run@example.com\",\"active\":true}"
tells it.id "${ids[1]}"
tells it.active true
expect 201 POST /Groups "{\"schemas\":[$group],\"displayName\":\"Okta $run\",\"members\":[]}"
team="$(value it.id)"
members="$(printf '{"value":"%s"},' "${ids[@]}")"
expect 200 PATCH "/Groups/$team" "$(patch "{\"op\":\"add\",\"path\":\"members\",\"value\":[${members%,}]}")"
tells it.members.length 5
expect 200 PATCH "/Groups/$team" "$(patch "{\"op\":\"remove\",\"path\":\"members[value eq \\\"${ids[2]}\\\"]\"}")"
tells it.members.length 4
expect 200 PATCH "/Groups/$team" "$(patch "{\"op\":\"replace\",\"value\":{\"id\":\"$team\",\"displayName\":\"Okta 2 $run\"}}")"
tells it.displayName "Okta 2 $run"
expect 200 GET "/Users?startIndex=1&count=100"
for id in "${ids[@]}"; do
  expect 200 PATCH "/Users/$id" "$(patch '{"op":"replace","value":{"active":false}}')"
done
expect 204 DELETE "/Groups/$team"

profile ENTRA
expect 200 GET "/Users?filter=$(encoded 'userName eq "a4a25979-eb91-4ecc-a544-abdcf39bb320"')"
tells it.totalResults 0
enterprise='urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
ids=()
for n in 1 2 3 4 5; do
  name="entra$n-$run@example.com"
  expect 200 GET "/Users?filter=$(encoded "externalId eq \"ext$n-$run\"")"
  tells it.totalResults 0
  expect 201 POST /Users "{\"schemas\":[$user,\"$enterprise\"],\"userName\":\"$name\",\"externalId\":\"ext$n-$run\",
    \"active\":true,\"displayName\":null,\"roles\":[],\"meta\":{\"resourceType\":\"User\"},
    \"emails\":[{\"type\":\"work\",\"value\":\"$name\",\"primary\":true}],\"$enterprise\":{\"department\":\"bob\"}}"
  ids+=("$(value it.id)")
done
expect 200 PATCH "/Users/${ids[0]}" "$(patch '{"op":"Add","path":"phoneNumbers[type eq \"mobile\"].value","value":"+1 555 0100"},
  {"op":"Replace","path":"emails[type eq \"work\"].value","value":"new'"$run"'@example.com"},
  {"op":"Add","path":"'"$enterprise"':manager","value":"'"${ids[1]}"'"}')"
tells "it['$enterprise'].manager.value" "${ids[1]}"
expect 200 PATCH "/Users/${ids[0]}" "$(patch '{"op":"replace","value":{"name.givenName":"Kim","'"$enterprise"':department":"alice"}}')"
tells "it['$enterprise'].department" alice
expect 200 PATCH "/Users/${ids[2]}" "$(patch '{"op":"Replace","path":"active","value":"False"}')"
tells it.active false
expect 200 PATCH "/Users/${ids[2]}" "$(patch '{"op":"Replace","path":"active","value":"True"}')"
expect 201 POST /Groups "{\"schemas\":[$group,\"http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group\"],
  \"displayName\":\"Entra $run\",\"externalId\":\"grp-$run\",\"meta\":{\"resourceType\":\"Group\"}}"
team="$(value it.id)"
members="$(printf '{"$ref":null,"value":"%s"},' "${ids[@]}")"
expect 204 PATCH "/Groups/$team" "$(patch "{\"op\":\"Add\",\"path\":\"members\",\"value\":[${members%,}]}")"
expect 204 PATCH "/Groups/$team" "$(patch "{\"op\":\"Remove\",\"path\":\"members\",\"value\":[{\"value\":\"${ids[3]}\"}]}")"
expect 204 PATCH "/Groups/$team" "$(patch "{\"op\":\"remove\",\"path\":\"members[value eq \\\"${ids[4]}\\\"]\"}")"
expect 200 GET "/Groups?excludedAttributes=members&filter=$(encoded "displayName eq \"Entra $run\"")"
tells 'it.Resources[0].members' undefined
expect 200 GET "/Groups?filter=$(encoded "id eq \"$team\" and members eq \"${ids[0]}\"")"
tells it.totalResults 1
expect 200 GET "/Groups/$team"
tells it.members.length 3
for id in "${ids[@]}"; do
  expect 200 PATCH "/Users/$id" "$(patch '{"op":"Replace","path":"active","value":"False"}')"
  expect 204 DELETE "/Users/$id"
done
expect 200 GET "/Groups/$team"
tells it.members undefined
expect 204 DELETE "/Groups/$team"
expect 404 GET "/Groups/$team"

profile STANDARD
printf '%s calls, every answer as expected.\n' "$calls"

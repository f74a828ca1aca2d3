// A line of constant width on the screen. `corner`: 0…1 along it, ∓1 across it. Its points
// are center + first cos θ + second sin θ, θ = range.x + range.y t; without a sweep
// (range.y = 0) center + first t. center.w: 1 on the sphere, 2 where nothing
// may hide it; first.w: width in device pixels; second.w: number of dashes.
uniform mat4 clip;
uniform vec3 eye;
uniform vec4 sphere;
uniform vec2 size;
in vec2 corner;
in vec4 center;
in vec4 first;
in vec4 second;
in vec2 range;
in vec4 tint;
out vec4 col;
out float near_side;
out float dash;

void main() {
    float angle = range.x + range.y * corner.x;
    bool straight = range.y == 0.0;
    vec3 p = center.xyz + (straight
        ? first.xyz * corner.x
        : first.xyz * cos(angle) + second.xyz * sin(angle));
    vec3 along = straight
        ? first.xyz
        : (second.xyz * cos(angle) - first.xyz * sin(angle)) * sign(range.y);
    vec4 at = clip * vec4(p, 1.0);
    vec4 by = clip * vec4(along, 0.0);
    vec2 way = (by.xy * at.w - at.xy * by.w) * size;
    float far = length(way);
    vec2 across = far > 1e-12 ? vec2(-way.y, way.x) / far : vec2(0.0);
    at.xy += across * corner.y * first.w / size * at.w;
    near_side = center.w == 1.0
        ? dot(normalize(p - sphere.xyz), normalize(eye - p))
        : 1.0;
    if (center.w == 2.0) at.z = -at.w;
    dash = second.w * corner.x;
    col = tint;
    gl_Position = at;
}
